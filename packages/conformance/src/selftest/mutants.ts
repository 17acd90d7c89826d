export interface Mutant {
  readonly id: string
  readonly clauses: readonly string[]
  readonly breaks: string
}

export const mutants: readonly Mutant[] = []
