export default {
  // Next only accepts requests for scripts from `localhost` in development.
  allowedDevOrigins: ['127.0.0.1'],
  // The badge would cover elements that tests click. The error page reports errors.
  devIndicators: false,
  // The default is 1 MB, which pictures of the form exceed.
  experimental: { serverActions: { bodySizeLimit: '10mb' } },
}
