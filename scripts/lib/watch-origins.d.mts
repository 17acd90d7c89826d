export interface WatchedRequest {
  readonly method: string
  readonly path: string
  readonly origin: string | null
}
export interface WatchedService {
  readonly url: string
  take(): readonly WatchedRequest[]
  close(): void
}
export function watchOrigins(service: string): Promise<WatchedService>
export function mustWriteWithoutOrigin(requests: readonly WatchedRequest[]): void
