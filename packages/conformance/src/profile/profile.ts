import { type Capability, capabilityNames } from './capability.js'
import type { Configuration } from './configuration.js'

/** What the run takes a target to be. */
export interface Profile {
  readonly capabilities: ReadonlySet<Capability>
  /** Whether the capabilities were stated by a person or found out by asking the target. */
  readonly source: 'declared' | 'probed'
  readonly limits: Configuration['limits']
}

/** What a deployment may switch off and still be right: found out by asking, whatever the profile, unless it is declared. */
const switchable: readonly Capability[] = ['introspection', 'playground']

/** Besides these, the extension interface and attribute type that no address alone can have. */
const neverImplied: readonly Capability[] = ['inproc', 'arrayAttribute', ...switchable]

/** The capabilities that a configuration declares; undefined when it leaves that to the probes. */
export function declaredCapabilities({ profile, capabilities }: Configuration): Set<Capability> | undefined {
  if (profile === 'auto' && Object.keys(capabilities).length === 0) return undefined
  const implied = profile === 'full' ? capabilityNames.filter((name) => !neverImplied.includes(name)) : []
  const declared = new Set<Capability>(implied)
  for (const name of capabilityNames) {
    if (capabilities[name] === true) declared.add(name)
    if (capabilities[name] === false) declared.delete(name)
  }
  return declared
}

/** The capabilities that a run takes a target to have: those declared, and of the rest what was found where it may be. */
export function takenCapabilities(configuration: Configuration, found: ReadonlySet<Capability>): Set<Capability> {
  const declared = declaredCapabilities(configuration)
  if (!declared) return new Set(found)
  const shown = switchable.filter((name) => configuration.capabilities[name] === undefined && found.has(name))
  return new Set([...declared, ...shown])
}
