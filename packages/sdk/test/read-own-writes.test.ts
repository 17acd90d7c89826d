import { expect, it } from 'vitest'
import { createClient, readOwnWrites } from '../src/index.js'
import { startServer } from './support/start-server.js'

/** Starts a service that responds to writes with these values of the header `data-position`, in order. */
async function startService(...positions: string[]) {
  const left = [...positions]
  const sent: (string | undefined)[] = []
  const { url } = await startServer(({ method, headers }, response) => {
    sent.push(headers['data-position'] as string | undefined)
    const position = method === 'POST' ? left.shift() : undefined
    if (position !== undefined) response.setHeader('data-position', position)
    return { data: { id: 1, attributes: {} } }
  })
  return { url, sent }
}

const read = { method: 'GET', path: '/tags/1' } as const
const write = { method: 'POST', path: '/tags', body: { data: {} } } as const

it('sends the position of the latest write with later requests', async () => {
  const { url, sent } = await startService('0001-10.a', '0001-20.b')
  const { send } = createClient({ baseURL: url }).with(readOwnWrites())
  for (const request of [read, write, read, write, read]) await send(request)
  expect(sent).toEqual([undefined, undefined, '0001-10.a', '0001-10.a', '0001-20.b'])
})

it('keeps the greatest position when responses overtake each other', async () => {
  const { url, sent } = await startService('0001-20.b', '0001-10.a', '0002-01.c')
  const { send } = createClient({ baseURL: url }).with(readOwnWrites())
  for (const request of [write, write, read, write, read]) await send(request)
  expect(sent.slice(2)).toEqual(['0001-20.b', '0001-20.b', '0002-01.c'])
})

it('allows reads from every replica before the first write with startAnywhere', async () => {
  const { url, sent } = await startService('0001-10.a')
  const { send } = createClient({ baseURL: url }).with(readOwnWrites({ startAnywhere: true }))
  for (const request of [read, write, read]) await send(request)
  expect(sent).toEqual(['any', 'any', '0001-10.a'])
})

it('leaves headers and hooks of a call in place', async () => {
  const { url, sent } = await startService('0001-10.a')
  const { send } = createClient({ baseURL: url }).with(readOwnWrites())
  const seen: number[] = []
  const onResponse = ({ response }: { readonly response: Response }) => void seen.push(response.status)
  await send({ ...write, options: { onResponse } })
  await send({ ...read, options: { headers: { 'data-position': 'any' }, onResponse } })
  expect(seen).toEqual([200, 200])
  expect(sent).toEqual([undefined, 'any'])
})
