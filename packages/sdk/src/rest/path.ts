import { QueryError } from '../errors/query-error.js'

/** `/<name>` or `/<name>/<id>`. Throws before a name or an id could lead anywhere else. */
export function pathOf(name: string, id: number | string = ''): string {
  const path = `/${name}${id && `/${id}`}`
  if (!/^\/[a-z][\w-]*(\/[1-9]\d*)?$/i.test(path)) throw new QueryError(path, 'is no valid path')
  return path
}
