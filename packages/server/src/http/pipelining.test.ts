import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { OpenRequests } from '@content-api/core/transport/open-requests'
import { longestPipeline, oneAtATime } from '@content-api/core/transport/listen'

it('drops pipelined requests when their client disconnects', async () => {
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

it('closes a connection with too many pipelined requests', async () => {
  let begun = 0
  const server = createServer(
    oneAtATime(() => {
      begun += 1
    }),
  )
  const open = new OpenRequests(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const patient = connect(port, '127.0.0.1')
  patient.write(request.repeat(longestPipeline + 1))
  await expect.poll(() => open.count).toBe(longestPipeline + 1)
  const greedy = connect(port, '127.0.0.1').on('error', () => undefined)
  greedy.write(request.repeat(10 * longestPipeline))
  await expect.poll(() => greedy.closed).toBe(true)
  await expect.poll(() => open.count).toBe(longestPipeline + 1)
  expect(begun).toBe(2)
  expect(patient.destroyed).toBe(false)
  patient.destroy()
  await expect.poll(() => open.count).toBe(0)
  server.close()
})
