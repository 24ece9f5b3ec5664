/** Variables that make programs inside use the proxy on 127.0.0.1:`port`, for every host. */
export function proxyEnvironment(port: number): Readonly<Record<string, string>> {
	const url = `http://127.0.0.1:${port}`;
	return {
		HTTP_PROXY: url,
		http_proxy: url,
		HTTPS_PROXY: url,
		https_proxy: url,
		ALL_PROXY: url,
		all_proxy: url,
		NO_PROXY: "",
		no_proxy: "",
		// Node's own fetch and http read the variables above only when told to.
		NODE_USE_ENV_PROXY: "1",
	};
}
