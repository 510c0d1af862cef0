// Loaded into Playwright's driver before its own code.

// Its connections to browsers ask for no compression. Between two processes of one machine that costs the driver half of
// its work, and the browser some of its own, and saves nothing.
const http = require("node:http");

const { request } = http;
http.request = function (options, ...rest) {
  delete options?.headers?.["Sec-WebSocket-Extensions"];
  return request.call(this, options, ...rest);
};

// What a page has its visitor save lies in a folder of the host's, which empties it.
process.env.TMPDIR = process.env._GHOSTHANDS_DRIVER_TMPDIR;
