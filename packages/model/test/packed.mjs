// Tests which regular expressions a registry accepts. It runs in a project with the packed package, which
// contains a copy of recheck, and as a test in the repository, where recheck is installed.
import { deepEqual } from 'node:assert/strict'
import { createRegistry, isModelError } from '@content-api/model'

const accepted = [
  '^[a-z]+$',
  '^([a-z0-9]+-)*[a-z0-9]+$',
  '^(?:https?|ftp)://[^/]+$',
  '^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)[a-zA-Z\\d]{8,}$',
  '^#(?:[0-9a-f]{3}|[0-9a-f]{6})$',
  '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
  '^(\\+\\d{1,3})?[ -]?\\d{6,12}$',
]
const rejected = [
  '^(a+)+$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '\\s+$',
  '^a*a*$',
  '^(\\w+\\s?)*$',
  '^(?=(a+)+$)b',
  '^([a-zA-Z0-9._-]+)+@example$',
  '(.*)*x',
]

function accepts(regex) {
  const info = { singularName: 'page', pluralName: 'pages' }
  const attributes = { code: { type: 'string', regex } }
  try {
    createRegistry({ contentTypes: { 'api::page.page': { info, attributes } } })
    return true
  } catch (error) {
    if (isModelError(error)) return false
    throw error
  }
}

deepEqual(
  [...accepted, ...rejected].map((regex) => [regex, accepts(regex)]),
  [...accepted.map((regex) => [regex, true]), ...rejected.map((regex) => [regex, false])],
)
