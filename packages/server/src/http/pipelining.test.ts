import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { OpenRequests } from './open-requests.js'
import { oneAtATime } from './pipelining.js'

it('is done with what waits behind an answer when its client is gone', async () => {
  let begun = 0
  const server = createServer(
    oneAtATime(() => {
      begun += 1
    }),
  )
  const open = new OpenRequests(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(20))
  await expect.poll(() => open.count).toBe(20)
  socket.resetAndDestroy()
  await expect.poll(() => open.count).toBe(0)
  expect(begun).toBe(1)
  server.close()
})
