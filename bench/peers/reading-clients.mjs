// Clients that read from a server, in a process of their own: `node reading-clients.mjs <file>`. The file is
// JSON: { url, clients, seconds, headers, paths }. Prints { perSecond, failed } as JSON.
//
// Clients usually run on other machines. Here they share the processor with the servers, so they only use
// what the servers leave.
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import autocannon from 'autocannon'

setPriority(constants.priority.PRIORITY_LOW)
const { url, clients, seconds, headers, paths } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const requests = paths.map((path) => ({ method: 'GET', path, headers }))
const result = await autocannon({ url, connections: clients, duration: seconds, timeout: 120, requests })
console.log(JSON.stringify({ perSecond: result.requests.average, failed: result.non2xx + result.errors }))
