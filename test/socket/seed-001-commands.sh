# Spawn agent with restricted permissions
echo '{"event": "agent:spawn", "data": {
  "agent_id": "my_agent",
  "profile": "base_agent",
  "permission_profile": "restricted"
}}' | nc -U var/run/daemon.sock

# Multiple agents sharing a session workspace
echo '{"event": "agent:spawn", "data": {
  "agent_id": "agent1",
  "profile": "collaborator",
  "permission_profile": "standard",
  "session_id": "collab_session",
  "sandbox_config": {
    "mode": "shared",
    "session_id": "collab_session",
    "session_share": true
  }
}}' | nc -U var/run/daemon.sock

# Grant additional capabilities
echo '{"event": "permission:set_agent", "data": {
  "agent_id": "special_agent",
  "profile": "trusted",
  "overrides": {
    "capabilities": {"spawn_agents": true}
  }
}}' | nc -U var/run/daemon.sock

# List available profiles
echo '{"event": "permission:list_profiles", "data": {}}' | nc -U var/run/daemon.sock

# Get agent permissions
echo '{"event": "permission:get_agent", "data": {"agent_id": "my_agent"}}' | nc -U var/run/daemon.sock

# Validate spawn permissions
echo '{"event": "permission:validate_spawn", "data": {
  "parent_id": "parent_agent",
  "child_permissions": {...}
}}' | nc -U var/run/daemon.sock
