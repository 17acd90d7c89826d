import type { StrapiVersion } from '@content-api/strapi-tables/layout'
import type { Answer, HttpClient } from './http-client.js'
import { recordedVersions } from './recorded-versions.js'

/** The administrator of the recorded content. */
const administrator = { email: 'root@example.com', password: 'RootPassw0rd!' }

type PermissionTree = Record<string, { controllers: Record<string, Record<string, { enabled: boolean }>> }>

/** Changes permissions, users and tokens as the admin panel of Strapi does. */
export class AdminClient {
  private constructor(
    readonly strapi: HttpClient,
    readonly token: string,
    readonly version: StrapiVersion,
  ) {}

  static async signIn(strapi: HttpClient, version: StrapiVersion): Promise<AdminClient> {
    const answer = await strapi.send({ method: 'POST', path: '/admin/login', body: administrator })
    const { data } = JSON.parse(answer.text) as { data?: { token: string } }
    if (data === undefined) throw new Error(`The administrator can't sign in: ${answer.text}`)
    return new AdminClient(strapi, data.token, version)
  }

  /** Allows or denies an action, such as `api::article.article.find`, to a role. Returns whether it is allowed now. */
  async togglePermission(role: number, action: string): Promise<boolean> {
    const path = `/users-permissions/roles/${role}`
    const { role: found } = JSON.parse((await this.#send('GET', path)).text) as {
      role: { name: string; description: string; permissions: PermissionTree }
    }
    const [scope = '', controller = '', name = ''] = action.split(/\.(?=[\w-]+\.[\w-]+$)|\.(?=[\w-]+$)/)
    const entry = found.permissions[scope]?.controllers[controller]?.[name]
    if (entry === undefined) throw new Error(`Strapi has no action ${action}.`)
    entry.enabled = !entry.enabled
    await this.#send('PUT', path, { ...found, users: [] })
    return entry.enabled
  }

  /** Changes the nth user. */
  async changeUser(n: number, data: object): Promise<void> {
    const id = recordedVersions[this.version].idOf('user', n)
    await this.#send('PUT', `/content-manager/collection-types/plugin::users-permissions.user/${id}`, data)
  }

  /** Gives the nth user another role. */
  async changeRole(n: number, role: number): Promise<void> {
    const { roles } = JSON.parse((await this.#send('GET', '/users-permissions/roles')).text) as {
      roles: readonly { id: number; documentId?: string }[]
    }
    const { documentId } = roles.find(({ id }) => id === role) ?? {}
    const target = documentId === undefined ? { id: role } : { documentId }
    await this.changeUser(n, { role: { connect: [target], disconnect: [] } })
  }

  /** Creates an API token. Returns its id and the token. */
  async createToken(name: string): Promise<{ readonly id: number; readonly token: string }> {
    const body = { name, description: '', type: 'full-access', lifespan: null, permissions: null }
    const { data } = JSON.parse((await this.#send('POST', '/admin/api-tokens', body)).text) as {
      data: { id: number; accessKey: string }
    }
    return { id: data.id, token: data.accessKey }
  }

  /** Restricts an API token to actions. */
  async limitToken(id: number, name: string, permissions: readonly string[]): Promise<void> {
    await this.#send('PUT', `/admin/api-tokens/${id}`, { name, description: '', type: 'custom', permissions })
  }

  async deleteToken(id: number): Promise<void> {
    await this.#send('DELETE', `/admin/api-tokens/${id}`)
  }

  async #send(method: string, path: string, body?: unknown): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.token}` }
    const answer = await this.strapi.send({ method, path, headers, body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`)
    return answer
  }
}
