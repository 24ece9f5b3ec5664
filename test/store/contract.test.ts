import { storeContract } from "./contract.ts";
import { eachStore } from "./with-stores.ts";

eachStore("a store", storeContract);
