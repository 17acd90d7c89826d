import type { RequestFile } from '../project/route-request.js'
import type { HttpRequest } from '../message/message.js'
import { withMultipart } from '../rest/upload/multipart-request.js'
import type { ReceivedForm } from '../upload/receive-form.js'
import type { Uploads } from '../upload/uploads.js'
import type { KoaContext } from './koa-app.js'

/**
 * Receives a multipart body with the limits of uploads. `ctx.request.body` gets its fields and
 * `ctx.request.files` its files, in the form of Strapi 4.26. The files are removed when `use` has ended.
 */
export function withFiles<Result>(
  context: KoaContext,
  request: HttpRequest,
  uploads: Uploads,
  use: (form: ReceivedForm) => Promise<Result>,
): Promise<Result> {
  return withMultipart(
    request,
    uploads,
    () => undefined,
    (form) => {
      context.request.body = grouped(form.fields.map(({ name, value }) => [name, value]))
      context.request.files = grouped(form.files.map((file) => [file.field, fileOf(file)]))
      return use(form)
    },
  )
}

const fileOf = ({ path, name, type, size }: ReceivedForm['files'][number]): RequestFile => ({
  path,
  name,
  type,
  size,
  lastModifiedDate: new Date(),
})

/** Returns an object of values by name. A repeated name has a list. */
function grouped<Value>(entries: readonly (readonly [name: string, value: Value])[]): Record<string, Value | Value[]> {
  const groups = new Map<string, Value[]>()
  for (const [name, value] of entries) groups.set(name, [...(groups.get(name) ?? []), value])
  return Object.fromEntries(
    [...groups].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  ) as never
}
