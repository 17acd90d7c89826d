import type { Accounts } from './accounts.js'
import type { Caller } from './callers.js'
import { invalid, RequestError } from './request-error.js'
import type { Store, StoredFile } from './store.js'

export interface PluginRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly caller: Caller
}

const forbidden = () => new RequestError(403, 'Forbidden')
const missing = () => new RequestError(404, 'Not Found')

/** Users and files, whose responses have no envelope. */
export class Plugins {
  constructor(
    readonly store: Store,
    readonly accounts: Accounts,
  ) {}

  /** @returns undefined for paths that don't concern accounts, users or files */
  respond({ method, path, body, caller }: PluginRequest): unknown {
    const [area = '', name, id] = path.split('/').slice(2)
    if (area === 'auth' && name === 'local' && method === 'POST')
      return id === 'register' ? this.accounts.register(body) : this.accounts.login(body)
    if (area === 'users') return this.#users(method, name, caller)
    if (area === 'upload') return this.#upload(method, name, id, body, caller)
    return undefined
  }

  #users(method: string, name: string | undefined, caller: Caller): unknown {
    if (name === 'me') {
      const me = this.accounts.users.get(caller.user ?? 0)
      if (!me) throw forbidden()
      return me
    }
    if (!caller.can('plugin::users-permissions.user', 'find')) throw forbidden()
    if (name === undefined) return [...this.accounts.users.values()]
    const user = method === 'DELETE' ? this.accounts.remove(Number(name)) : this.accounts.users.get(Number(name))
    if (!user) throw missing()
    return user
  }

  #upload(method: string, name: string | undefined, id: string | undefined, body: unknown, caller: Caller): unknown {
    if (!caller.can('plugin::upload.content-api', 'upload')) throw forbidden()
    if (name === undefined && method === 'POST') return this.#store(body)
    if (name !== 'files') return undefined
    if (id === undefined) return [...this.store.files.values()]
    const file = this.store.files.get(Number(id))
    if (!file) throw missing()
    if (method === 'DELETE') this.store.files.delete(file.id)
    return file
  }

  #store(body: unknown): StoredFile[] {
    if (!(body instanceof FormData)) throw invalid('Files must be sent as multipart/form-data')
    const details = body.get('fileInfo')
    const info = JSON.parse(typeof details === 'string' ? details : '{}') as Partial<StoredFile>
    const now = new Date().toISOString()
    return body.getAll('files').map((part) => {
      const id = this.store.nextId()
      const name = info.name ?? (part instanceof File ? part.name : String(id))
      const file = {
        id,
        name,
        alternativeText: info.alternativeText ?? null,
        caption: info.caption ?? null,
        formats: {},
        url: `/uploads/${id}`,
        createdAt: now,
        updatedAt: now,
      }
      this.store.files.set(id, file)
      return file
    })
  }
}
