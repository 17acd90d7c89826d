/** The rows of `pnpm verify:long`. */
export declare const longVerifications: readonly {
  readonly name: string
  readonly title: string
  readonly commands: () => readonly (readonly string[])[]
  readonly env?: Readonly<Record<string, string>>
}[]
