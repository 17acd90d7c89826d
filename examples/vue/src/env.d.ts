interface ImportMetaEnv {
  /** The address of the service, which vite.config.ts takes from the environment. */
  readonly CMS_URL: string
}
