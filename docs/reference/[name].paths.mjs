import { sdkReference } from '../../scripts/lib/sdk-reference.mjs'

/** The page of the exports of the SDK, made from its declarations. */
export default { paths: () => [{ params: { name: 'sdk' }, content: sdkReference() }] }
