import { describe, expect, it } from 'vitest'
import { UsageError } from './configuration.js'
import { parseConfiguration } from './parse-configuration.js'
import { declaredCapabilities } from './profile.js'

const mistakes = (value: unknown) => () => parseConfiguration(value, 'conformance.config.ts')

describe('a configuration', () => {
  it('has defaults for everything', () => {
    expect(parseConfiguration({}, 'test')).toMatchObject({
      profile: 'auto',
      types: [],
      limits: { defaultLimit: 25 },
      graphqlPath: '/graphql',
    })
  })

  it('is refused with every mistake and the near miss', () => {
    expect(mistakes({ tokns: {}, tier: 5, capabilities: { graphqll: true } })).toThrow(UsageError)
    expect(mistakes({ tokns: {} })).toThrow(/unknown key 'tokns', did you mean 'tokens'/)
    expect(mistakes({ tokns: {}, timeout: -1 })).toThrow(/timeout[\s\S]*tokns/)
    expect(mistakes({ capabilities: { graphqll: true } })).toThrow(/did you mean 'graphql'/)
    expect(mistakes({ tokens: { ful: 'x' } })).toThrow(/did you mean 'full'/)
    expect(mistakes({ limits: { zzz: 1 } })).toThrow(/unknown key 'zzz'\.$/)
  })

  it('says of an empty token how to ask without one', () => {
    expect(mistakes({ tokens: { full: '' } })).toThrow(/tokens.full: is empty: leave it out/)
  })
})

describe('the declared capabilities', () => {
  const declared = (value: object) => declaredCapabilities(parseConfiguration(value, 'test'))

  it('are left to the probes only when nothing is declared', () => {
    expect(declared({})).toBeUndefined()
    expect(declared({ capabilities: { i18n: false } })).toEqual(new Set())
  })

  it('are all but what no address implies in the full profile, less what is denied', () => {
    const full = declared({ profile: 'full', capabilities: { graphql: false } })
    expect(full?.has('i18n')).toBe(true)
    expect(full?.has('graphql')).toBe(false)
    expect(full?.has('inproc')).toBe(false)
  })

  it('are those that are named in the rest profile', () => {
    expect(declared({ profile: 'rest', capabilities: { media: true } })).toEqual(new Set(['media']))
  })
})

describe('a token', () => {
  it('has to fit into a header', () => {
    expect(() => parseConfiguration({ tokens: { full: 'schlüssel' } }, 'test')).toThrow(
      'tokens.full: holds a character that no header takes',
    )
    expect(parseConfiguration({ tokens: { full: 'a1.b-c_d~' } }, 'test').tokens.full).toBe('a1.b-c_d~')
  })
})
