import "intl-tel-input/styles";
import intlTelInput from "intl-tel-input/intlTelInputWithUtils";

document.getElementById("root").innerHTML = `<form>
  <label for="phone">Phone</label> <input id="phone" type="tel">
  <label for="mobile">Mobile</label> <input id="mobile" type="tel">
  <button>Submit application</button></form>`;

const phone = intlTelInput(document.getElementById("phone"), { initialCountry: "us" });
const apart = { initialCountry: "us", separateDialCode: true, strictMode: true };
const mobile = intlTelInput(document.getElementById("mobile"), apart);
window.paint = () => {};
Object.defineProperty(window, "held", { get: () => ({ phone: phone.getNumber(), mobile: mobile.getNumber() }) });
