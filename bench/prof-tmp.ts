import { writ } from "./engines/writ.ts";
import { makeWorkload, KINDS } from "./workload.ts";
const n = Number(process.argv[2] ?? 1000);
const w = makeWorkload(n, 40000, 1);
let t = process.cpuUsage();
const a = await writ.prepare(w);
let u = process.cpuUsage(t); console.log("seal", n, ((u.user+u.system)/n).toFixed(1), "µs each");
for (const k of [...KINDS]) { const q = w.requests.filter(r => r.kind === k); let c = 0;
 t = process.cpuUsage(); for (const r of q) if (a.decide(a.translate(r))) c++; u = process.cpuUsage(t); const first = (u.user+u.system)/q.length;
 for (let i=0;i<5;i++) for (const r of q) if (a.decide(a.translate(r))) c++;
 t = process.cpuUsage(); for (let i=0;i<5;i++) for (const r of q) if (a.decide(a.translate(r))) c++; u = process.cpuUsage(t);
 console.log(k, "first pass", first.toFixed(2), "µs, warm", ((u.user+u.system)/q.length/5).toFixed(2), "µs"); }
