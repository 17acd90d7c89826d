import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import { cookieValues } from '@content-api/core/message/cookies'
import type { MockedService } from './mocked-service.js'

/** The cookie that names the content of a browser context. */
const cookie = 'content-api-session'

/** Requests of one browser context whose content was reset share a session. Others share the default one. */
const defaultSession = ''

/** Parallel test files have a browser context each. Sessions of contexts that are gone are closed at some time. */
const mostSessions = Math.max(8, 2 * availableParallelism())

/**
 * The services behind one development server: one for each browser context whose content was reset, so that
 * test files that run in parallel don't see each other's content, and one for all other clients.
 */
export class MockedSessions {
  readonly #sessions = new LRUCache<string, Promise<MockedService>>({
    max: mostSessions,
    dispose: (service) => this.#close(service),
  })
  readonly #closing = new Set<Promise<void>>()

  constructor(readonly open: () => Promise<MockedService>) {}

  /** Returns the service for a request. @throws every error of `open` */
  serviceFor(request: IncomingMessage): Promise<MockedService> {
    return this.#service(sessionOf(request) ?? defaultSession)
  }

  /** Returns the service of the request's own session, and the header that starts the session if it is new. */
  async ownService(request: IncomingMessage): Promise<{ service: MockedService; cookie: string | null }> {
    const session = sessionOf(request)
    if (session !== null) return { service: await this.#service(session), cookie: null }
    const started = randomUUID()
    return { service: await this.#service(started), cookie: `${cookie}=${started}; Path=/; HttpOnly; SameSite=Strict` }
  }

  /**
   * Replaces all open services by new ones, if a new one can be opened.
   * @returns whether any were open
   * @throws every error of `open`; the services then stay
   */
  async replace(): Promise<boolean> {
    if (this.#sessions.size === 0) return false
    const next = this.open()
    await next
    // They may have been closed in the meantime.
    const wereOpen = this.#sessions.size > 0
    this.#sessions.clear()
    if (wereOpen) this.#sessions.set(defaultSession, next)
    else this.#close(next)
    return wereOpen
  }

  /** Closes all services. A later request opens a new one. */
  async close(): Promise<void> {
    this.#sessions.clear()
    await Promise.all(this.#closing)
  }

  #service(session: string): Promise<MockedService> {
    const known = this.#sessions.get(session)
    if (known) return known
    const opening = this.open()
    this.#sessions.set(session, opening)
    // The next request tries again.
    opening.catch(() => this.#sessions.peek(session) === opening && this.#sessions.delete(session))
    return opening
  }

  #close(service: Promise<MockedService>): void {
    const closing = service
      .then((opened) => opened.close())
      .catch(() => undefined)
      .finally(() => this.#closing.delete(closing))
    this.#closing.add(closing)
  }
}

function sessionOf({ headers }: IncomingMessage): string | null {
  const [session = ''] = cookieValues({ header: () => headers.cookie }, cookie)
  return /^[\da-f-]{36}$/.test(session) ? session : null
}
