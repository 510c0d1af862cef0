import "zone.js";
import "@angular/compiler";
import { ChangeDetectionStrategy, ChangeDetectorRef, Component } from "@angular/core";
import { FormControl, FormGroup, ReactiveFormsModule, Validators } from "@angular/forms";
import { bootstrapApplication } from "@angular/platform-browser";

class Form {
  form = new FormGroup({
    name: new FormControl("", Validators.required),
    email: new FormControl("", { updateOn: "blur" }),
    years: new FormControl<number | null>(null),
    country: new FormControl(""),
    sponsor: new FormControl(""),
    about: new FormControl(""),
    consent: new FormControl(false),
  });

  constructor(changes: ChangeDetectorRef) {
    Object.defineProperty(window, "held", { get: () => this.form.value });
    Object.assign(window, { paint: () => (changes.markForCheck(), changes.detectChanges()) });
  }
}

const template = `<form [formGroup]="form">
  <label>First name <input formControlName="name"></label>
  <label>Email <input type="email" formControlName="email"></label>
  <label>Years of experience <input type="number" formControlName="years"></label>
  <label>Country <select formControlName="country"><option value="">Select…</option>
    <option value="ca">Canada</option><option value="de">Germany</option></select></label>
  <fieldset><legend>Will you need sponsorship?</legend>
    <label><input type="radio" value="y" formControlName="sponsor"> Yes</label>
    <label><input type="radio" value="n" formControlName="sponsor"> No</label></fieldset>
  <label>About you <textarea formControlName="about"></textarea></label>
  <label><input type="checkbox" formControlName="consent"> I agree</label>
  <button>Submit application</button></form>`;

Reflect.defineProperty(Form, "ctorParameters", { value: () => [{ type: ChangeDetectorRef }] });
Component({
  selector: "#root",
  imports: [ReactiveFormsModule],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template,
})(Form);
bootstrapApplication(Form).catch((error) => console.error(error));
