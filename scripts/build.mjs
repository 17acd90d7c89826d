// `pnpm build`: builds every package and the pages that are made from the compiled sources.
import './lib/require-node.mjs'
import { build } from './lib/build.mjs'

await build()
