interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly overrides?: Readonly<Record<string, string>>
}

/** Whether `installOnce` has installed the packages of a manifest. */
export function isCached(group: string, manifest: Manifest): boolean

/** Installs the packages of a manifest with npm, unless an earlier call did. Returns their folder. */
export function installOnce(
  group: string,
  manifest: Manifest,
  options: {
    readonly title: string
    readonly note: string
    readonly scriptsOf?: readonly string[] | undefined
    readonly say: (line: string) => void
  },
): Promise<string>
