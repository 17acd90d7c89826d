// Copies the JavaScript build of recheck and its license into the package. As a dependency, recheck would
// install a Java archive and a program (58 MB together), and the package runs neither.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'vendor', 'recheck')
const from = dirname(createRequire(import.meta.url).resolve('recheck/package.json'))

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
// `.cjs`, because the package itself contains ECMAScript modules.
copyFileSync(join(from, 'lib', 'browser.js'), join(folder, 'browser.cjs'))
copyFileSync(join(from, 'LICENSE'), join(folder, 'LICENSE'))
