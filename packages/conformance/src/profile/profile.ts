import { type Capability, capabilityNames } from './capability.js'
import type { Configuration } from './configuration.js'

/** The capabilities that a run expects of a target. */
export interface Profile {
  readonly capabilities: ReadonlySet<Capability>
  /** Whether the capabilities were declared by the configuration or detected by requests. */
  readonly source: 'declared' | 'probed'
  readonly limits: Configuration['limits']
}

/** A deployment may disable these capabilities and still conform. They are detected unless they are declared. */
const switchable: readonly Capability[] = ['introspection', 'playground']

/**
 * Capabilities that the full profile doesn't include: those that a deployment may disable, the extension
 * interface, which no URL reaches, and array attributes, which Strapi 4 lacks.
 */
const notInFullProfile: readonly Capability[] = ['inproc', 'arrayAttribute', ...switchable]

/** Returns the capabilities that a configuration declares, or undefined if they are to be detected. */
export function declaredCapabilities({ profile, capabilities }: Configuration): Set<Capability> | undefined {
  if ((profile === 'auto' || profile === 'strapi-5') && Object.keys(capabilities).length === 0) return undefined
  const implied = profile === 'full' ? capabilityNames.filter((name) => !notInFullProfile.includes(name)) : []
  const declared = new Set<Capability>(implied)
  for (const name of capabilityNames) {
    if (capabilities[name] === true) declared.add(name)
    if (capabilities[name] === false) declared.delete(name)
  }
  return declared
}

/**
 * Returns the expected capabilities: the declared ones, and those that a deployment may disable but the
 * target has. If nothing is declared, returns all detected ones.
 */
export function expectedCapabilities(configuration: Configuration, found: ReadonlySet<Capability>): Set<Capability> {
  const declared = declaredCapabilities(configuration)
  if (!declared) return new Set(found)
  const enabled = switchable.filter((name) => configuration.capabilities[name] === undefined && found.has(name))
  return new Set([...declared, ...enabled])
}
