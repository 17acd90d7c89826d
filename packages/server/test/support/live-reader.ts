import { Agent, request } from 'node:http'

// Runs as a process: for each message it reads tags, one request after the other, as many as its second
// argument says. Meanwhile it creates a tag whenever the milliseconds of its third argument have passed.
// Responds with the 99th percentile of the reads in milliseconds. A process that does nothing else adds few
// delays of its own. Ends with the parent.
const [url = '', reads = '', pause = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })

function send(method: string, path: string, body = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(url + path, { agent, method, headers }, (response) => {
      if ((response.statusCode ?? 500) >= 300) reject(new Error(`${method} ${path}: ${response.statusCode}`))
      response.resume().once('end', resolve)
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

async function percentile(): Promise<number> {
  const times: number[] = []
  let written = Number.NEGATIVE_INFINITY
  while (times.length < Number(reads)) {
    const begun = performance.now()
    if (begun >= written + Number(pause)) {
      written = begun
      void send('POST', '/api/tags', JSON.stringify({ data: { name: `tag ${times.length}` } }))
    }
    await send('GET', '/api/tags?pagination[pageSize]=10')
    times.push(performance.now() - begun)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}

process.on('message', () => void percentile().then((milliseconds) => process.send?.(milliseconds)))
process.once('disconnect', () => process.exit())
