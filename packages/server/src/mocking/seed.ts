import type { EntryLine, Lines } from '@content-api/migrate/entries'
import { ImportError, ApiError } from '@content-api/engine/errors'
import type { NewUser } from '@content-api/capabilities/accounts/administration'
import type { NewApiToken } from '@content-api/capabilities/accounts/api-tokens'
import { withStop } from '@content-api/capabilities/accounts/fixed-accounts'
import { comparisonKey } from '@content-api/capabilities/accounts/identifiers'
import type { DocumentLine, DocumentLines } from '@content-api/strapi-documents/transfer/document-line'
import type { ContentApi } from '../content-api.js'
import { isDocumentProject } from '../project-generation.js'

/**
 * An entry of a seed: its attributes, and optionally `id` and `localizationOf`. Relations and media are ids.
 * The default of `id` is the position in the list, counted from 1. An entry of a Strapi 5 project has
 * `documentId`, `locale` and `status` beside its attributes, all optional, and its relations are documentIds.
 */
export interface SeedEntry {
  readonly id?: number
  /** The id of the first localization of the same entry. */
  readonly localizationOf?: number
  readonly [attribute: string]: unknown
}

/** Entries by the uid of their content type. */
export type SeedEntries = Readonly<Record<string, readonly SeedEntry[]>>

/** Entries by the uid of their content type, or the lines of an export. */
export type Seed = SeedEntries | SeedLines

/** The lines of an export. */
type SeedLines = Lines | DocumentLines

/**
 * Passes the entries to `load` as lines.
 * @throws Error that names each mistake with its position in the seed, such as
 * `entries["api::article.article"][0]`
 */
export async function loadSeed(
  seed: Seed,
  load: (lines: SeedLines) => Promise<unknown>,
  lineOf: LineOf,
): Promise<void> {
  if (isLines(seed)) {
    await load(seed)
    return
  }
  const placed = Object.entries(seed).flatMap(([type, entries]) => linesOf(type, entries, lineOf))
  try {
    await load(placed.map(({ line }) => line))
  } catch (error) {
    if (!(error instanceof ImportError) || error.line === 0) throw error
    const messages = error.mistakes.map(({ line, message }) => `${placed[line - 1]?.place}: ${message}`)
    throw new Error(messages.join('\n'), { cause: error })
  }
}

const isLines = (seed: Seed): seed is SeedLines => Symbol.iterator in seed || Symbol.asyncIterator in seed

interface PlacedLine {
  readonly place: string
  readonly line: EntryLine | DocumentLine
}

/** Makes the line of an entry at a position in its list. */
type LineOf = (type: string, entry: SeedEntry, index: number) => EntryLine | DocumentLine

/** Returns the form of the lines that the content of a project has. */
export const lineFormOf = (project: string | undefined): LineOf =>
  project !== undefined && isDocumentProject(project) ? documentLine : entryLine

const entryLine: LineOf = (type, { id, localizationOf, ...attributes }, index) => ({
  type,
  id: id ?? index + 1,
  attributes,
  ...(localizationOf !== undefined && { localizationOf }),
})

/** The importer checks the values. */
const documentLine: LineOf = (type, { documentId, locale, status, ...attributes }) =>
  ({
    type,
    attributes,
    ...(documentId !== undefined && { documentId }),
    ...(locale !== undefined && { locale }),
    ...(status !== undefined && { status }),
  }) as DocumentLine

function linesOf(type: string, entries: readonly SeedEntry[], lineOf: LineOf): PlacedLine[] {
  const list = `entries[${JSON.stringify(type)}]`
  if (!Array.isArray(entries)) throw new TypeError(`${list} must be an array of entries.`)
  return entries.map((entry: SeedEntry, index) => {
    const place = `${list}[${index}]`
    if (typeof entry !== 'object' || entry === null) throw new TypeError(`${place} must be an object.`)
    return { place, line: lineOf(type, entry, index) }
  })
}

/** @throws Error with the path of a user or token that can't be created, such as `users[0]` */
export async function createAccounts(
  { accounts, config: { development } }: ContentApi,
  users: readonly NewUser[],
  tokens: readonly NewApiToken[],
): Promise<void> {
  for (const [index, user] of users.entries()) {
    const same = (other: Pick<NewUser, 'username' | 'email'>) =>
      isSame(user.username, other.username) || isSame(user.email, other.email)
    await withPath('users', index, development.users.findIndex(same), () => accounts.createUser(user))
  }
  for (const [index, token] of tokens.entries()) {
    const same = ({ name, accessKey }: Pick<NewApiToken, 'name' | 'accessKey'>) =>
      token.name === name || token.accessKey === accessKey
    await withPath('tokens', index, development.tokens.findIndex(same), () => accounts.createToken(token))
  }
}

const isSame = (one: string, other: string) => comparisonKey(one) === comparisonKey(other)

/** @param fixed the position of the same account in the configuration; -1 if there is none */
async function withPath(list: 'users' | 'tokens', index: number, fixed: number, create: () => Promise<unknown>) {
  try {
    await create()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const path = `${list}[${index}]`
    const advice =
      fixed === -1
        ? ''
        : ` The configuration already creates it as development.${list}.${fixed}: leave out ${path}, ` +
          `or set the option "config" to { development: { ${list}: [] } }.`
    throw new Error(`${path}: ${withStop(error.message)}${advice}`, { cause: error })
  }
}
