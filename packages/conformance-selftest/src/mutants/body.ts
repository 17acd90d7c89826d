import { at, type Loose, type WireRequest } from '../wire.js'

const isWrite = ({ method, path }: WireRequest) =>
  (method === 'POST' || method === 'PUT') && path.startsWith('/api/conf-')
/**
 * Returns the data in the body of a create or an update. For other requests, returns an object whose changes
 * have no effect.
 */
export const dataOf = (request: WireRequest): Loose => (isWrite(request) ? (at(request.body, 'data') ?? {}) : {})
