// Whether this document is younger than that time (milliseconds since the epoch), or has sent for something since and
// was answered without an error: what it sent while its host was away has failed.

const SENDING = ["fetch", "xmlhttprequest", "beacon"];
const since = task - performance.timeOrigin;
const isTaken = ({ startTime, initiatorType, responseStatus }) =>
  startTime >= since && SENDING.includes(initiatorType) && responseStatus >= 200 && responseStatus < 400;
return since < 0 || performance.getEntriesByType("resource").some(isTaken);
