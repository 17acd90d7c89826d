import { QueryError } from '../errors/query-error.js'

const NAME = /^[\w-]+$/
const ID = /^[1-9]\d*$/
const MAX_SHOWN = 50

/** Returns `/<name>`. Throws a {@link QueryError} for a name that would change the path. */
export function typePath(name: string): string {
  if (!NAME.test(name)) throw new QueryError(`/${name}`, 'is not a path of this API')
  return `/${name}`
}

/** Returns `<path>/<id>`. Throws a {@link QueryError} for an id that is not a positive integer. */
export function entryPath(path: string, id: number | string): string {
  if (ID.test(`${id}`)) return `${path}/${id}`
  // A string is the parameter of a router: no entry has that id. Anything else is a mistake in the code.
  const isText = typeof id === 'string'
  const shown = isText ? `'${id.slice(0, MAX_SHOWN)}'` : id
  throw new QueryError('id', `must be a positive integer, not ${shown}`, isText)
}
