/**
 * The settings of a worker. They are in an environment variable, because a worker has the same arguments as
 * the command.
 */
export interface WorkerSettings {
  /** The number of all workers. */
  readonly workers: number
  readonly port: number
  /** Whether this worker prints the URLs of the service. */
  readonly prints: boolean
}

export type ToWorker =
  /** Start the cron tasks. Only one worker runs them. */
  | { readonly type: 'tasks' }
  | { readonly type: 'retire' }
  | { readonly type: 'stop'; readonly signal: 'SIGINT' | 'SIGTERM' }
  | { readonly type: 'metrics'; readonly request: number }

export type FromWorker =
  /** `drain` is the worker's `http.drain`, in seconds. */
  | { readonly type: 'ready'; readonly url: string; readonly drain: number }
  /** `request` is absent for the last figures of a worker that ends. */
  | { readonly type: 'metrics'; readonly request?: number; readonly metrics: readonly object[] }

const variable = 'CONTENT_API_WORKER'

export const toEnvironment = (settings: WorkerSettings): Record<string, string> => ({
  [variable]: JSON.stringify(settings),
})

export function fromEnvironment(): WorkerSettings {
  return JSON.parse(process.env[variable] ?? '') as WorkerSettings
}
