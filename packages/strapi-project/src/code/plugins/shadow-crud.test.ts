import { createRegistry } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import { createShadowSwitches } from './shadow-crud.js'

const registry = createRegistry({
  contentTypes: {
    'api::tag.tag': {
      info: { singularName: 'tag', pluralName: 'tags' },
      attributes: { name: { type: 'string' }, rank: { type: 'integer' } },
    },
    'api::memo.memo': {
      info: { singularName: 'memo', pluralName: 'memos' },
      attributes: { text: { type: 'string' } },
    },
  },
})

const getters = ['isEnabled', 'areQueriesEnabled', 'areMutationsEnabled'] as const
const opposites = ['isDisabled', 'areQueriesDisabled', 'areMutationsDisabled'] as const

function shadowOf(uid = 'api::tag.tag') {
  const switches = createShadowSwitches(registry)
  const shadow = switches.shadowCRUD(uid)
  const enabledParts = () => getters.map((name) => shadow[name]())
  return { switches, shadow, enabledParts }
}

describe('the switches of a content type', () => {
  it('are all enabled at first', () => {
    const { shadow, enabledParts, switches } = shadowOf()
    expect(enabledParts()).toEqual([true, true, true])
    expect(shadow.isActionEnabled('createLocalization')).toBe(true)
    expect(switches.isEnabled('api::memo.memo')).toBe(true)
  })

  it('are all disabled once the type is disabled', () => {
    const { shadow, enabledParts, switches } = shadowOf()
    shadow.disable()
    expect(enabledParts()).toEqual([false, false, false])
    expect(opposites.map((name) => shadow[name]())).toEqual([true, true, true])
    expect(shadow.isActionEnabled('find')).toBe(false)
    expect(switches.isEnabled('api::tag.tag')).toBe(false)
    expect(switches.isEnabled('api::memo.memo')).toBe(true)
  })

  it('can disable queries and mutations separately', () => {
    const { shadow, enabledParts, switches } = shadowOf()
    shadow.disableQueries()
    expect(enabledParts()).toEqual([true, false, true])
    const enabled = (['find', 'findOne', 'create', 'update', 'delete', 'createLocalization'] as const).filter(
      (action) => switches.isActionEnabled('api::tag.tag', action),
    )
    expect(enabled).toEqual(['create', 'update', 'delete', 'createLocalization'])
    shadow.disableMutations()
    expect(enabledParts()).toEqual([true, false, false])
  })

  it('can disable one action or a list of actions, and return themselves for chaining', () => {
    const { shadow } = shadowOf()
    expect(shadow.disableAction('find').disableActions(['create', 'update'])).toBe(shadow)
    expect(shadow.isActionDisabled('find')).toBe(true)
    expect(shadow.isActionEnabled('findOne')).toBe(true)
    expect(shadow.isActionEnabled('update')).toBe(false)
    expect(shadow.areQueriesEnabled()).toBe(true)
  })

  it('are the same object for every caller', () => {
    const { shadow, switches } = shadowOf()
    expect(switches.shadowCRUD('api::tag.tag')).toBe(shadow)
    expect(shadow.field('name')).toBe(shadow.field('name'))
  })

  it('reject unknown names and suggest the right one', () => {
    const { shadow, switches } = shadowOf()
    expect(() => switches.shadowCRUD('api::tags.tag')).toThrow('Did you mean "api::tag.tag"?')
    expect(() => shadow.disableAction('findone')).toThrow('Did you mean "findOne"?')
    expect(() => shadow.isActionEnabled('whatever')).toThrow('There are: find, findOne, create')
    expect(() => shadow.field('rnak')).toThrow('Did you mean "rank"?')
    expect(() => shadow.disableActions('find' as unknown as string[])).toThrow('needs a list')
  })

  it("can't be changed after the schema is built", () => {
    const { shadow, switches } = shadowOf()
    const field = shadow.field('name')
    switches.seal()
    expect(() => shadow.disable()).toThrow('too late')
    expect(() => field.disableOutput()).toThrow('too late')
    expect(shadow.isEnabled()).toBe(true)
  })
})

describe('the switches of a field', () => {
  it.each([
    ['disable', { isEnabled: false, hasOutputEnabled: false, hasInputEnabled: false, hasFiltersEnabled: false }],
    ['disableOutput', { isEnabled: true, hasOutputEnabled: false, hasInputEnabled: true, hasFiltersEnabled: true }],
    ['disableInput', { isEnabled: true, hasOutputEnabled: true, hasInputEnabled: false, hasFiltersEnabled: true }],
    ['disableFilters', { isEnabled: true, hasOutputEnabled: true, hasInputEnabled: true, hasFiltersEnabled: false }],
  ] as const)('change with %s()', (name, expected) => {
    const { shadow, switches } = shadowOf()
    const field = shadow.field('rank')
    expect(field[name]()).toBe(field)
    expect({
      isEnabled: field.isEnabled(),
      hasOutputEnabled: field.hasOutputEnabled(),
      hasInputEnabled: field.hasInputEnabled(),
      hasFiltersEnabled: field.hasFiltersEnabled(),
    }).toEqual(expected)
    expect(field.isDisabled()).toBe(!expected.isEnabled)
    expect(field.hasFiltersEnabeld()).toBe(expected.hasFiltersEnabled)
    expect(switches.hasOutput('api::tag.tag', 'rank')).toBe(expected.hasOutputEnabled)
    expect(switches.hasInput('api::tag.tag', 'rank')).toBe(expected.hasInputEnabled)
    expect(switches.hasFilters('api::tag.tag', 'rank')).toBe(expected.hasFiltersEnabled)
    expect(switches.hasOutput('api::tag.tag', 'name')).toBe(true)
  })
})
