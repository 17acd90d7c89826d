import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStrapi } from '../../../../scripts/lib/strapi-target.mjs'
import type { ContentApi } from '../../src/content-api.js'
import { createContentApi } from '../../src/service.js'
import { type ProjectFiles, writeProject } from '../support/write-project.js'

/** A response of one side. `body` is JSON if the response is. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Strapi or this server, both with the same project. */
export interface Side {
  send(path: string, init?: RequestInit): Promise<Answer>
}

export interface TwoSides {
  readonly theirs: Side
  readonly ours: Side
  close(): Promise<void>
}

/**
 * Starts Strapi 4.26.2 and this server on the same project, both on SQLite. Strapi is installed once, as for
 * `pnpm strapi`; STRAPI_PACKAGES names a folder that has it.
 */
export async function openTwoSides(files: ProjectFiles, say: (line: string) => void): Promise<TwoSides> {
  const folder = await mkdtemp(join(tmpdir(), 'content-api-strapi-starts-'))
  const project = join(folder, 'project')
  let strapi: Awaited<ReturnType<typeof startStrapi>> | undefined
  let api: ContentApi | undefined
  const close = async () => {
    await api?.close()
    await strapi?.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await writeProject(project, files)
    strapi = await startStrapi({ project, packages: process.env['STRAPI_PACKAGES'], say })
    api = await createContentApi({
      project,
      database: join(folder, 'content.db'),
      config: { api: { rest: { strictParams: false } }, upload: { directory: join(folder, 'uploads') } },
      log: () => undefined,
    })
    const { url, token } = strapi
    return {
      theirs: { send: (path, init) => sent(new Request(`${url}${path}`, init), token, fetch) },
      ours: sideOf(api, await api.accounts.createToken({ name: 'all', type: 'full-access' })),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** This server, without HTTP. */
export const sideOf = (api: Pick<ContentApi, 'fetch'>, token?: string): Side => ({
  send: (path, init) =>
    sent(new Request(`http://service.example${path}`, init), token, (request) => api.fetch(request)),
})

async function sent(
  request: Request,
  token: string | undefined,
  send: (request: Request) => Promise<Response>,
): Promise<Answer> {
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`)
  return answerOf(await send(request))
}

async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response
  return { status, headers, body: jsonOr(await response.text()) }
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
