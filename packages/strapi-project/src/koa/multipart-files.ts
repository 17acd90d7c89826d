import { isRecord } from '@content-api/model'
import type { RequestFile } from '../code/project-types.js'
import { rejectPollution } from '@content-api/core/message/body'
import type { HttpRequest } from '@content-api/core/message/message'
import { shareForm, sharedForm, withMultipart } from '@content-api/capabilities/uploads/routes/multipart-request'
import type { FormContent } from '@content-api/capabilities/uploads/receive-form'
import type { Uploads } from '@content-api/capabilities/uploads/uploads'
import { bodyOf } from './request-body.js'
import type { KoaContext } from './koa-app.js'

/**
 * Receives a multipart body with the limits of uploads. `ctx.request.body` gets its fields and
 * `ctx.request.files` its files, in the form of Strapi 4.26. The files are removed when `use` has ended.
 */
export function withFiles<Result>(
  context: KoaContext,
  request: HttpRequest,
  uploads: Uploads,
  use: (form: FormContent) => Promise<Result>,
): Promise<Result> {
  const known = sharedForm(request)
  if (known) return use(known)
  return withMultipart(
    request,
    uploads,
    () => undefined,
    ({ fields, files }) => {
      const source = bodyOf(context)
      const body = grouped(fields.map(({ name, value }) => [name, value]))
      rejectPollution(body)
      source.setForm(body)
      context.request.files = grouped(files.map((file) => [file.field, fileOf(file)]))
      const form: FormContent = {
        files,
        // Code may have changed the fields.
        get fields() {
          return fieldsOf(source.value)
        },
      }
      shareForm(request, form)
      return use(form)
    },
  )
}

function fieldsOf(body: unknown): FormContent['fields'] {
  return Object.entries(isRecord(body) ? body : {}).flatMap(([name, value]) =>
    [value].flat().map((item: unknown) => ({ name, value: typeof item === 'string' ? item : JSON.stringify(item) })),
  )
}

const fileOf = ({ path, name, type, size }: FormContent['files'][number]): RequestFile => ({
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
