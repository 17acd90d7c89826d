import { resolve } from 'node:path'
import type { ContentApiOptions } from '../content-api.js'

export interface ServeOptions extends Pick<ContentApiOptions, 'allowDataLoss' | 'drafts' | 'localizations' | 'seed'> {
  readonly project: string
  readonly database?: string
  readonly host?: string
  readonly port?: number
  /** A file to write when the service is ready. Other programs wait for it. */
  readonly readyFile?: string
  /** Ends the service when the process that started it ends. */
  readonly exitWithParent?: boolean
}

/** Returns the options that decide about existing content, and the seed of an empty database. */
export function contentChoices({ allowDataLoss, drafts, localizations, seed }: ServeOptions) {
  return {
    allowDataLoss: allowDataLoss ?? false,
    ...(drafts === undefined ? {} : { drafts }),
    ...(localizations === undefined ? {} : { localizations }),
    ...(seed === undefined ? {} : { seed: resolve(seed) }),
  }
}

export function configOf({ database, host, port }: Pick<ServeOptions, 'database' | 'host' | 'port'>) {
  return {
    ...(database === undefined ? {} : { database }),
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
  }
}
