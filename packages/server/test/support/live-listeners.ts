import { connect, type Socket } from 'node:net'

// Runs as a process: opens as many connections to the events of tags as its second argument says, and sends
// 'open'. Sends 'heard' once each has heard of a new tag. From then on they only receive: clients usually run
// on other machines, so their work must not delay the process that measures the server. Ends with the parent.
const [url = '', clients = ''] = process.argv.slice(2)
const { hostname, port } = new URL(url)
const count = Number(clients)
const openedTogether = 100

/** Opens a connection, and calls `heard` for each event of a new tag. */
function listen(heard: () => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.once('error', reject)
    socket.once('connect', () => socket.write('GET /content-api/events?types=tags HTTP/1.1\r\nHost: localhost\r\n\r\n'))
    socket.setEncoding('latin1')
    socket.once('data', (head: string) => {
      if (head.startsWith('HTTP/1.1 200')) resolve(socket)
      else reject(new Error(head))
    })
    socket.on('data', (text: string) => {
      if (text.includes('event: entry.create')) heard()
    })
  })
}

const sockets: Socket[] = []
let heard = 0
const countHeard = () => {
  if (++heard !== count) return
  for (const socket of sockets) socket.pause()
  process.send?.('heard')
}
while (sockets.length < count) {
  const next = Math.min(openedTogether, count - sockets.length)
  sockets.push(...(await Promise.all(Array.from({ length: next }, () => listen(countHeard)))))
}
process.send?.('open')
process.once('disconnect', () => process.exit())
