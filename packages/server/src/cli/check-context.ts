import { closest } from '@content-api/model'
import { Cancel } from '@content-api/engine/concurrency'
import type { KoaApp } from '../strapi/koa/koa-app.js'
import type { HttpRequest } from '../message/message.js'
import type { Source } from '../strapi/code/checks/check-sources.js'
import { type Finding, isSilenced } from '../strapi/code/checks/finding.js'
import { missingMember } from '../strapi/code/checks/host-members.js'
import type { MemberUse } from '../strapi/code/checks/source-uses.js'

/** Members that a context has in policies, also of GraphQL. */
const inPolicies = ['type', 'is', 'parent', 'args', 'context', 'info', 'http']

/** The parts of a context whose members are all known. */
const closedParts = ['request', 'response', 'cookies']

/**
 * Finds members of the Koa context that don't exist here, in the code of a project.
 * @param koa null if the project has no code that gets a context
 * @param allowed the allow-list of the configuration
 */
export function checkContext(files: readonly Source[], koa: KoaApp | null, allowed: readonly string[]): Finding[] {
  const written = new Set(
    files.flatMap(({ uses: { contexts } }) =>
      contexts.flatMap(({ uses }) => uses.flatMap(({ kind, path }) => (kind === 'written' ? [path.join('.')] : []))),
    ),
  )
  const isOwn = (path: readonly string[]) => path.some((_, end) => written.has(path.slice(0, end + 1).join('.')))
  const checksContext = koa !== null && files.every(({ uses }) => !uses.setsUnknown)
  const context = checksContext ? sampleContext(koa) : {}
  const isClosed = (_: object, [part, more]: readonly string[]) =>
    part === undefined || (more === undefined && closedParts.includes(part))
  return files.flatMap(({ file, source, uses }) => {
    const isInPolicy = ([first = '']: readonly string[]) => file.includes('policies/') && inPolicies.includes(first)
    // A parameter with the name of a context, of which no member is used, is something else.
    const ofContext = uses.contexts
      .filter(({ isCertain, uses: used }) => isCertain || used.some(({ path: [first = ''] }) => first in context))
      .flatMap(({ uses: used }) => used)
      .filter(({ kind, path }) => checksContext && kind === 'read' && !isOwn(path) && !isInPolicy(path))
      .flatMap((use) => found(use, context, isClosed))
    return ofContext
      .map((each): Finding => ({ level: 'warns', file, ...each }))
      .filter((finding) => !isSilenced(finding, source, allowed))
  })
}

function found(
  { path, line }: MemberUse,
  root: object,
  isClosed: (value: object, path: readonly string[]) => boolean,
): readonly Pick<Finding, 'line' | 'subject' | 'message'>[] {
  const lost = missingMember(root, path, isClosed)
  if (!lost) return []
  const subject = ['ctx', ...lost.path].join('.')
  const near = closest(lost.path.at(-1) ?? '', lost.known)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  return [{ line, subject, message: `${subject} does not exist here.${hint}` }]
}

/** Returns a context like that of a request to a route. */
function sampleContext(koa: KoaApp): object {
  const request: HttpRequest = {
    id: '',
    method: 'GET',
    path: '/',
    query: '',
    address: '',
    signal: new Cancel(),
    header: () => undefined,
    headers: () => ({}),
    body: async () => new Uint8Array(),
    stream: () => {
      throw new Error('A sample has no body.')
    },
  }
  const context = koa.contextOf(request)
  Object.assign(context.request, { params: {}, files: {} })
  return Object.assign(context, { params: {}, captures: [], _matchedRoute: '' })
}
