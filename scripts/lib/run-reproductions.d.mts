interface Result {
  readonly id: string
  readonly verdict: string
  readonly script?: string
  readonly exchanges: readonly { readonly status: number; readonly body?: string }[]
  readonly shownBy: number
}

export function runReproductions(
  report: { readonly results: readonly Result[] },
  url: string,
): Promise<{ readonly id: string; readonly problem?: string; readonly output: string }[]>
