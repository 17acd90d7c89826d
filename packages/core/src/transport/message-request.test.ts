import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Readable } from 'node:stream'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cancellation } from '@content-api/engine/concurrency'
import { parseConfig } from '../config/parse.js'
import { type HttpRequest, jsonResponse } from '../message/message.js'
import { createExpressApp, createListener } from './node-listener.js'
import { createFetch } from './fetch.js'

const config = parseConfig({})

/** The signals of requests, in the order in which their handlers started. */
const signals: Cancellation[] = []
const begun = new EventTarget()

/** The body of the last request to `/discarded`. The response is sent before this body arrives. */
let discarded: Readable | undefined

async function handle(request: HttpRequest) {
  const { path, signal } = request
  if (path === '/discarded') discarded = request.stream().resume()
  if (!signal) throw new Error('The request has no signal')
  signals.push(signal)
  begun.dispatchEvent(new Event('request'))
  if (path === '/held') await aborted(signal)
  return jsonResponse('{}')
}

const aborted = (signal: Cancellation) => new Promise<void>((resolve) => signal.addEventListener('abort', resolve))
const nextRequest = () => new Promise((resolve) => begun.addEventListener('request', resolve, { once: true }))

describe.each([
  ['node:http', createListener({ config, handle })],
  ['Express', createExpressApp({ config, handle })],
  ['Express, mounted', express().use('/', createExpressApp({ config, handle }))],
])('disconnects over %s', (_name, listener) => {
  const server = createServer(listener)
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => void server.close())

  it('aborts the signal of a request whose client disconnects', async () => {
    const arrived = nextRequest()
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await arrived
    const signal = signals.at(-1) as Cancellation
    expect(signal.aborted).toBe(false)
    const over = aborted(signal)
    socket.destroy()
    await over
    expect(signal.reason).toMatchObject({ status: 400, message: 'The client closed the connection' })
  })

  it('does not abort the signal when the client disconnects after the response', async () => {
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })
    await response.text()
    const closed = once(server, 'connection')
    await fetch(`http://127.0.0.1:${port}/`).then((next) => next.text())
    await closed
    expect(signals.at(-2)?.aborted).toBe(false)
  })

  it('closes a request body whose client disconnects after the response', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('POST /discarded HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nbeginning')
    await once(socket, 'data')
    const body = discarded as Readable
    expect(body.destroyed).toBe(false)
    const closed = once(body, 'close')
    socket.destroy()
    await closed
  })
})

it('aborts the signal of a request to fetch when the caller aborts it', async () => {
  const arrived = nextRequest()
  const controller = new AbortController()
  const response = createFetch(handle, config)(new Request('http://x/held', { signal: controller.signal }))
  await arrived
  controller.abort()
  await response
  expect(signals.at(-1)?.reason).toMatchObject({ status: 400 })
})
