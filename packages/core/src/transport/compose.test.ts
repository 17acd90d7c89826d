import { expect, it } from 'vitest'
import type { Handler } from '../composition/handler.js'
import type { HttpRequest } from '../message/message.js'
import { compose } from './compose.js'

const requestTo = (path: string) => ({ method: 'GET', path }) as HttpRequest
const respond = (body: string) => ({ status: 200, headers: {}, body })

/** Serves a path, and notes that it was asked. */
const serving = (path: string, asked: string[] = []): Handler => {
  return (request) => {
    asked.push(path)
    return request.path === path ? respond(path) : null
  }
}

it('the first handler with a response serves the request', async () => {
  const asked: string[] = []
  const later: Handler = async (request) => serving('/b', asked)(request, async () => null)
  const handle = compose([serving('/a', asked), null, later, serving('/c', asked)])
  expect(await handle(requestTo('/b'))).toMatchObject({ body: '/b' })
  expect(asked).toEqual(['/a', '/b'])
})

it('a handler around the later ones can change the request and the response', async () => {
  const around: Handler = async (_request, next) => {
    const response = await next(requestTo('/b'))
    return response && { ...response, headers: { 'X-Around': 'yes' } }
  }
  const handle = compose([serving('/a'), around, serving('/b')])
  expect(await handle(requestTo('/x'))).toEqual({ status: 200, headers: { 'X-Around': 'yes' }, body: '/b' })
  expect(await handle(requestTo('/a'))).toEqual(respond('/a'))
})

it('a request without a handler gets NotFoundError, and no handler is asked twice', async () => {
  const asked: string[] = []
  const handle = compose([(request, next) => next(request), serving('/a', asked)])
  await expect(handle(requestTo('/x'))).rejects.toMatchObject({ name: 'NotFoundError' })
  expect(asked).toEqual(['/a'])
})
