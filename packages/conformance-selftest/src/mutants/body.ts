import { at, type Loose, type WireRequest } from '../wire.js'

const isWrite = ({ method, path }: WireRequest) =>
  (method === 'POST' || method === 'PUT') && path.startsWith('/api/conf-')
/** The data of the body of a create or an update; an empty object, whose changes get lost, for other requests. */
export const dataOf = (request: WireRequest): Loose => (isWrite(request) ? (at(request.body, 'data') ?? {}) : {})
