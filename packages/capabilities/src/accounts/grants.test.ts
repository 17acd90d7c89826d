import { createRegistry } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import { actionUid, allActions } from './actions.js'
import { callerWith } from './identify.js'
import { everything, grantsOf, reading, createRoleGrants } from './grants.js'

const registry = createRegistry({
  contentTypes: {
    'api::tag.tag': { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
    'api::home.home': {
      kind: 'singleType',
      info: { singularName: 'home', pluralName: 'homes' },
      pluginOptions: { i18n: { localized: true } },
      attributes: { name: { type: 'string' } },
    },
  },
})
const tag = registry.contentType('api::tag.tag')
const user = registry.contentType('plugin::users-permissions.user')
const file = registry.contentType('plugin::upload.file')

describe('actions', () => {
  it('names an action after its content type or its plugin', () => {
    expect(actionUid('find', tag)).toBe('api::tag.tag.find')
    expect(actionUid('delete', user)).toBe('plugin::users-permissions.user.destroy')
    expect(actionUid('create', file)).toBe('plugin::upload.content-api.upload')
  })

  it('lists every action of every content type once', () => {
    const actions = allActions(registry, [])
    expect(actions.filter((action) => action.startsWith('api::'))).toEqual([
      'api::tag.tag.find',
      'api::tag.tag.findOne',
      'api::tag.tag.create',
      'api::tag.tag.update',
      'api::tag.tag.delete',
      'api::home.home.find',
      'api::home.home.update',
      'api::home.home.delete',
      'api::home.home.createLocalization',
    ])
    expect(actions).toContain('plugin::users-permissions.user.destroy')
    expect(new Set(actions).size).toBe(actions.length)
  })
})

const unnamed = { username: null, email: null, confirmed: null, role: null }

describe('grants', () => {
  it('allow exactly the named actions', () => {
    const caller = callerWith(grantsOf(['api::tag.tag.find']), 'user', { user: { ...unnamed, id: 7 } })
    expect(caller).toMatchObject({ kind: 'user', userId: 7 })
    expect(caller.can('find', tag)).toBe(true)
    expect(caller.can('findOne', tag)).toBe(false)
    expect(caller.may('api::tag.tag.find')).toBe(true)
    expect(caller.may('api::tag.tag')).toBe(false)
    expect(caller.may('constructor')).toBe(false)
  })

  it('have the same key if they allow the same actions', () => {
    expect(grantsOf(['a', 'b', 'a']).key).toBe(grantsOf(['b', 'a']).key)
    expect(new Set([grantsOf([]).key, grantsOf(['a']).key, grantsOf(['a\nb']).key, everything.key]).size).toBe(4)
  })

  it('allow only find and findOne if they are the read-only grants', () => {
    expect(reading.may('api::tag.tag.find')).toBe(true)
    expect(reading.may('plugin::users-permissions.user.findOne')).toBe(true)
    for (const action of [
      'api::tag.tag.create',
      'plugin::users-permissions.user.me',
      'api::tag.tag.findings',
      'find',
    ]) {
      expect(reading.may(action), action).toBe(false)
    }
  })
})

describe('role grants', () => {
  it('are loaded again after a second or after forget()', async () => {
    let time = 0
    let loads = 0
    const grants = createRoleGrants(
      async () => new Map([['public', [`load-${++loads}`]]]),
      () => time,
    )
    const loaded = async () => (await grants.of('public')).may(`load-${loads}`) && loads
    expect([await loaded(), await loaded()]).toEqual([1, 1])
    time = 999
    expect(await loaded()).toBe(1)
    time = 1_000
    expect(await loaded()).toBe(2)
    grants.forget()
    expect(await loaded()).toBe(3)
    expect((await grants.of('nobody')).may('load-3')).toBe(false)
  })

  it('reject while the database fails, and load again at the next request', async () => {
    let fail = true
    const grants = createRoleGrants(async () => {
      if (fail) throw new Error('no database')
      return new Map([['public', ['a']]])
    })
    await expect(grants.of('public')).rejects.toThrow('no database')
    fail = false
    expect((await grants.of('public')).may('a')).toBe(true)
  })
})
