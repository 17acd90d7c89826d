import { refuse } from '../errors/query-error.js'

/** `/<name>/<id>`, or `/<name>` when the id is `false`, which nobody has by mistake. Throws before a name or an id could lead anywhere else. */
export function pathOf(name: string, id: number | string | false): string {
  // Text of a router's parameter is checked below; a number that is none is named here.
  if (id !== id) refuse('id', 'is NaN')
  const path = id === false ? `/${name}` : `/${name}/${id}`
  if (!/^\/[\w-]+(\/[1-9]\d*)?$/.test(path)) refuse(path, 'is no path')
  return path
}
