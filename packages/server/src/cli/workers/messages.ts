/** What a worker is started with, in its environment: its arguments are those of the command. */
export interface WorkerSettings {
  /** Workers in all. */
  readonly workers: number
  readonly port: number
  /** Whether it prints where the service is. */
  readonly prints: boolean
}

export type ToWorker =
  | { readonly type: 'retire' }
  | { readonly type: 'stop'; readonly signal: 'SIGINT' | 'SIGTERM' }
  | { readonly type: 'metrics'; readonly request: number }

export type FromWorker =
  | { readonly type: 'ready'; readonly url: string }
  /** `request` is absent for the last figures of a worker that ends. */
  | { readonly type: 'metrics'; readonly request?: number; readonly metrics: readonly object[] }

const variable = 'CONTENT_API_WORKER'

export const toEnvironment = (settings: WorkerSettings): Record<string, string> => ({
  [variable]: JSON.stringify(settings),
})

export function fromEnvironment(): WorkerSettings {
  return JSON.parse(process.env[variable] ?? '') as WorkerSettings
}
