import { createHash, createHmac, randomBytes } from 'node:crypto'
import { invalid } from './request-error.js'
import type { Store } from './store.js'

interface User {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly provider: string
  readonly confirmed: boolean
  readonly blocked: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

const digest = (password: string, salt: string) => createHash('sha256').update(`${salt}:${password}`).digest('hex')
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const text = (body: unknown, key: string, least: number): string => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[key] : undefined
  if (typeof value !== 'string' || value.length < least) throw invalid(`${key} must be at least ${least} characters`)
  return value
}

/** Users who register and log in. */
export class Accounts {
  readonly users = new Map<number, User>()
  readonly #passwords = new Map<number, { readonly salt: string; readonly hash: string }>()
  readonly #secret = randomBytes(32)

  constructor(readonly store: Store) {}

  register(body: unknown): { jwt: string; user: User } {
    const [username, email, password] = [
      text(body, 'username', 3),
      text(body, 'email', 5).toLowerCase(),
      text(body, 'password', 6),
    ]
    if ([...this.users.values()].some((user) => user.username === username || user.email === email))
      throw invalid('Email or Username are already taken')
    const now = new Date().toISOString()
    const user = {
      id: this.store.nextId(),
      username,
      email,
      provider: 'local',
      confirmed: true,
      blocked: false,
      createdAt: now,
      updatedAt: now,
    }
    const salt = randomBytes(8).toString('hex')
    this.users.set(user.id, user)
    this.#passwords.set(user.id, { salt, hash: digest(password, salt) })
    return { jwt: this.#sign(user.id), user }
  }

  login(body: unknown): { jwt: string; user: User } {
    const [identifier, password] = [text(body, 'identifier', 1), text(body, 'password', 1)]
    const user = [...this.users.values()].find(
      ({ username, email }) => username === identifier || email === identifier.toLowerCase(),
    )
    const secret = user && this.#passwords.get(user.id)
    if (!user || !secret || digest(password, secret.salt) !== secret.hash)
      throw invalid('Invalid identifier or password')
    return { jwt: this.#sign(user.id), user }
  }

  remove(id: number): User | undefined {
    const user = this.users.get(id)
    this.users.delete(id)
    this.#passwords.delete(id)
    return user
  }

  /** Returns the id of the user of a JWT, or undefined for an unknown JWT. */
  readonly userOf = (jwt: string): number | undefined => {
    const [header, payload, signature] = jwt.split('.')
    if (payload === undefined || signature !== this.#signature(`${header}.${payload}`)) return undefined
    const { id } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { id: number }
    return this.users.has(id) ? id : undefined
  }

  #signature(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url')
  }

  #sign(id: number): string {
    const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ id })}`
    return `${text}.${this.#signature(text)}`
  }
}
