import { ImportError, type ImportMistakes } from '@content-api/engine/errors'
import {
  deleteApiToken,
  insertApiToken,
  readRoleTypes,
  readStoredTokens,
  setPermissions,
} from '@content-api/engine/accounts'
import type { WriteTransaction } from '@content-api/engine/database'
import type { PlannedAccess } from './access-line.js'
import type { ImportCounter } from './import-summary.js'

export interface AccessWriterOptions {
  /** If true, a token replaces the existing token with the same name. If false, an existing name is an error. */
  readonly replace: boolean
  /** Types of roles that always exist, whether they are imported or not. */
  readonly builtInRoles: readonly string[]
}

/** Writes API tokens and the permissions of roles, which are stored separately from the content. */
export class AccessWriter {
  readonly #transaction: WriteTransaction
  readonly #options: AccessWriterOptions
  /** Digests of tokens by token name; read before the first token is written. */
  #tokens: Map<string, string> | undefined
  readonly #roles = new Map<string, number>()

  constructor(transaction: WriteTransaction, options: AccessWriterOptions) {
    this.#transaction = transaction
    this.#options = options
  }

  /** @throws ImportError */
  async add(planned: PlannedAccess, line: number, counter: ImportCounter): Promise<void> {
    if ('role' in planned) {
      if (this.#roles.has(planned.role))
        throw new ImportError(line, `repeats the permissions of the role "${planned.role}".`)
      this.#roles.set(planned.role, line)
      await setPermissions(this.#transaction, planned.role, planned.actions)
      counter.roles++
      return
    }
    const { token } = planned
    this.#tokens ??= new Map((await readStoredTokens(this.#transaction)).map(({ name, digest }) => [name, digest]))
    if (this.#tokens.has(token.name)) {
      if (!this.#options.replace) throw new ImportError(line, `there is an API token "${token.name}" already.`)
      await deleteApiToken(this.#transaction, token.name)
      this.#tokens.delete(token.name)
    }
    const same = [...this.#tokens].find(([, digest]) => digest === token.digest)?.[0]
    if (same !== undefined) throw new ImportError(line, `token "${token.name}" is the same as "${same}".`)
    await insertApiToken(this.#transaction, token)
    this.#tokens.set(token.name, token.digest)
    counter.tokens++
  }

  /** Checks that all roles with permissions exist. Call it after the roles are imported. */
  async finish(mistakes: ImportMistakes): Promise<void> {
    // If there are mistakes, the import has skipped entries, so roles may be missing for that reason.
    if (mistakes.total > 0) return
    if (this.#roles.size === 0) return
    const existing = await readRoleTypes(this.#transaction)
    for (const [role, line] of this.#roles) {
      if (existing.has(role) || this.#options.builtInRoles.includes(role)) continue
      mistakes.add(new ImportError(line, `has permissions of the role "${role}", which doesn't exist.`))
    }
  }
}
