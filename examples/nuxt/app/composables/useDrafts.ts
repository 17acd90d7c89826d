/** Whether the visitor has opened the page with the secret of drafts, whose cookie only the server reads. */
export const useDrafts = () =>
  useState('drafts', () => {
    const { draftSecret } = useRuntimeConfig()
    return Boolean(draftSecret) && useCookie('preview', { readonly: true }).value === draftSecret
  })
