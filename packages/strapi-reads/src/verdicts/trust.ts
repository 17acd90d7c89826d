import type { ForwardReason } from '../forward-reason.js'
import { shownReason } from './shown-reason.js'

/**
 * What `beside.trust` names: code of which the team says that it changes no response to a read. A plugin, a
 * middleware, a policy or an upload provider has a name. Other code is named by its file or a folder above.
 */
export class Trust {
  readonly #used = new Set<string>()
  readonly #reasons = new Map<string, ForwardReason>()

  constructor(readonly names: readonly string[]) {}

  /** Returns whether a plugin, middleware, policy or provider is trusted. */
  coversName(name: string): boolean {
    if (this.names.includes(name)) this.#used.add(name)
    return this.#used.has(name)
  }

  /** Returns whether the code of a reason is trusted, by its file. */
  covers(reason: ForwardReason): boolean {
    const { file = '' } = reason
    const name = this.names.find((each) => file === each || file.startsWith(each.endsWith('/') ? each : `${each}/`))
    return name !== undefined && this.#cover(name, reason)
  }

  /** Returns whether the code of a reason is trusted, by one of its names. */
  coversNamed(names: readonly string[], reason: ForwardReason): boolean {
    const name = names.find((each) => this.names.includes(each))
    return name !== undefined && this.#cover(name, reason)
  }

  #cover(name: string, reason: ForwardReason): true {
    this.#used.add(name)
    this.#reasons.set(shownReason(reason), reason)
    return true
  }

  /** The reasons that it has removed. */
  get reasons(): readonly ForwardReason[] {
    return [...this.#reasons.values()]
  }

  /** The names that removed no reason, such as misspelled ones. */
  get unused(): readonly string[] {
    return this.names.filter((name) => !this.#used.has(name))
  }
}
