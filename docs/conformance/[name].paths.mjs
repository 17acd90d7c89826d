import { matrixPage } from '../../scripts/lib/matrix-page.mjs'

/** The page that compares servers, made from the recorded verdicts. */
export default { paths: () => [{ params: { name: 'matrix' }, content: matrixPage() }] }
