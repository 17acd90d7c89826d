import type { Component } from './sbom.mjs'

export function findAdvisories(
  sbom: { readonly components: readonly Pick<Component, 'group' | 'name' | 'version'>[] },
  env?: Readonly<Record<string, string>>,
): Promise<string[]>
