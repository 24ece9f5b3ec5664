import { eachStore } from "../store/with-stores.ts";
import { edgesContract } from "./edges-contract.ts";
import { messagesContract } from "./messages-contract.ts";

eachStore("edges", edgesContract);
eachStore("messages", messagesContract);
