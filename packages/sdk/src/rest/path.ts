import { QueryError } from '../errors/query-error.js'

const NAME = /^[\w-]+$/
const ID = /^[1-9]\d*$/

/** Returns `/<name>`. Throws a {@link QueryError} for a name that would change the path. */
export function typePath(name: string): string {
  return expectSegment(`/${name}`, NAME.test(name))
}

/** Returns `<path>/<id>`. Throws a {@link QueryError} for an id that is not a positive integer. */
export function entryPath(path: string, id: number | string): string {
  if (Number.isNaN(id)) throw new QueryError('id', 'is NaN')
  return expectSegment(`${path}/${id}`, ID.test(`${id}`))
}

function expectSegment(path: string, isSegment: boolean): string {
  if (!isSegment) throw new QueryError(path, 'is not a path of this API')
  return path
}
