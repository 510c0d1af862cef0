import "../node_modules/@angular/material/prebuilt-themes/indigo-pink.css";
import "zone.js";
import "@angular/compiler";
import { ChangeDetectorRef, Component } from "@angular/core";
import { FormControl, FormGroup, ReactiveFormsModule } from "@angular/forms";
import { MatAutocompleteModule } from "@angular/material/autocomplete";
import { MatButtonToggleModule } from "@angular/material/button-toggle";
import { MatCheckboxModule } from "@angular/material/checkbox";
import { MatChipsModule } from "@angular/material/chips";
import { provideNativeDateAdapter } from "@angular/material/core";
import { MatDatepickerModule } from "@angular/material/datepicker";
import { MatFormFieldModule } from "@angular/material/form-field";
import { MatInputModule } from "@angular/material/input";
import { MatListModule } from "@angular/material/list";
import { MatRadioModule } from "@angular/material/radio";
import { MatSelectModule } from "@angular/material/select";
import { MatSliderModule } from "@angular/material/slider";
import { MatSlideToggleModule } from "@angular/material/slide-toggle";
import { MatTimepickerModule } from "@angular/material/timepicker";
import { bootstrapApplication } from "@angular/platform-browser";
import { provideNoopAnimations } from "@angular/platform-browser/animations";
import { CITIES, COUNTRIES, DEGREES, LANGUAGES } from "./_lists.js";

const NAMES =
  "name country degree languages skills city start free time years sponsor visa shifts days travel relocate agree why";
const two = (number: number) => String(number).padStart(2, "0");
const dayOf = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
const timeOf = (date: Date) => `${two(date.getHours())}:${two(date.getMinutes())}`;

class Form {
  COUNTRIES = COUNTRIES;
  DEGREES = DEGREES;
  LANGUAGES = LANGUAGES;
  SHIFTS = ["Morning", "Evening", "Night"];
  DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
  skills: string[] = [];
  cities: string[] = [];
  form = new FormGroup(Object.fromEntries(NAMES.split(" ").map((name) => [name, new FormControl<any>(null)])));

  constructor(changes: ChangeDetectorRef) {
    const held = () => {
      const { start, free, time, ...rest } = this.form.value;
      const dates = { start: start && dayOf(start), free: free && dayOf(free), time: time && timeOf(time) };
      return { ...rest, ...dates, skills: [...this.skills] };
    };
    Object.defineProperty(window, "held", { get: held });
    Object.assign(window, { paint: () => (changes.markForCheck(), changes.detectChanges()) });
    this.form.controls.city.valueChanges.subscribe((text) =>
      setTimeout(() => {
        const fits = (each: string) => each.toLowerCase().includes(String(text ?? "").toLowerCase());
        this.cities = text ? CITIES.filter(fits) : [];
        changes.detectChanges();
      }, 150),
    );
  }

  fitting() {
    const text = String(this.form.value.country ?? "").toLowerCase();
    return COUNTRIES.filter((each) => each.toLowerCase().includes(text));
  }

  add(event: any) {
    if (event.value.trim()) this.skills.push(event.value.trim());
    event.chipInput.clear();
  }
}

const template = `<form [formGroup]="form" style="width: 500px">
  <mat-form-field><mat-label>First name</mat-label><input matInput formControlName="name"></mat-form-field><br>
  <mat-form-field><mat-label>Country</mat-label>
    <input matInput formControlName="country" [matAutocomplete]="countries">
    <mat-autocomplete #countries requireSelection>
      @for (each of fitting(); track each) { <mat-option [value]="each">{{ each }}</mat-option> }
    </mat-autocomplete></mat-form-field><br>
  <mat-form-field><mat-label>Highest degree</mat-label><mat-select formControlName="degree">
    @for (each of DEGREES; track each) { <mat-option [value]="each">{{ each }}</mat-option> }
  </mat-select></mat-form-field><br>
  <mat-form-field><mat-label>Languages</mat-label><mat-select formControlName="languages" multiple>
    @for (each of LANGUAGES; track each) { <mat-option [value]="each">{{ each }}</mat-option> }
  </mat-select></mat-form-field><br>
  <mat-form-field><mat-label>Skills</mat-label><mat-chip-grid #grid>
    @for (each of skills; track each) { <mat-chip-row>{{ each }} <button matChipRemove aria-label="remove">×</button></mat-chip-row> }
    <input [matChipInputFor]="grid" [matChipInputSeparatorKeyCodes]="[13, 188]" (matChipInputTokenEnd)="add($event)">
  </mat-chip-grid></mat-form-field><br>
  <mat-form-field><mat-label>City</mat-label>
    <input matInput formControlName="city" [matAutocomplete]="found">
    <mat-autocomplete #found>
      @for (each of cities; track each) { <mat-option [value]="each">{{ each }}</mat-option> }
    </mat-autocomplete></mat-form-field><br>
  <mat-form-field><mat-label>Start date</mat-label>
    <input matInput formControlName="start" [matDatepicker]="start">
    <mat-datepicker-toggle matIconSuffix [for]="start"></mat-datepicker-toggle><mat-datepicker #start></mat-datepicker>
    </mat-form-field><br>
  <mat-form-field><mat-label>Available from</mat-label>
    <input matInput readonly formControlName="free" [matDatepicker]="free">
    <mat-datepicker-toggle matIconSuffix [for]="free"></mat-datepicker-toggle><mat-datepicker #free></mat-datepicker>
    </mat-form-field><br>
  <mat-form-field><mat-label>Preferred interview time</mat-label>
    <input matInput formControlName="time" [matTimepicker]="time">
    <mat-timepicker-toggle matIconSuffix [for]="time"></mat-timepicker-toggle><mat-timepicker #time></mat-timepicker>
    </mat-form-field><br>
  <mat-form-field><mat-label>Years of experience</mat-label>
    <input matInput type="number" formControlName="years"></mat-form-field><br>
  <label id="sponsor">Will you need sponsorship?</label>
  <mat-radio-group aria-labelledby="sponsor" formControlName="sponsor">
    <mat-radio-button value="Yes">Yes</mat-radio-button><mat-radio-button value="No">No</mat-radio-button>
  </mat-radio-group>
  <p id="visa">Are you authorized to work?</p>
  <mat-button-toggle-group aria-labelledby="visa" formControlName="visa">
    <mat-button-toggle value="Yes">Yes</mat-button-toggle><mat-button-toggle value="No">No</mat-button-toggle>
  </mat-button-toggle-group>
  <p id="shifts">Preferred shifts</p>
  <mat-chip-listbox multiple aria-labelledby="shifts" formControlName="shifts">
    @for (each of SHIFTS; track each) { <mat-chip-option [value]="each">{{ each }}</mat-chip-option> }
  </mat-chip-listbox>
  <p id="days">Days available</p>
  <mat-selection-list aria-labelledby="days" formControlName="days">
    @for (each of DAYS; track each) { <mat-list-option [value]="each">{{ each }}</mat-list-option> }
  </mat-selection-list>
  <label id="travel">Willing to travel (%)</label>
  <mat-slider min="0" max="100" step="5"><input matSliderThumb aria-labelledby="travel" formControlName="travel"></mat-slider>
  <p><mat-slide-toggle formControlName="relocate">Willing to relocate</mat-slide-toggle></p>
  <p><mat-checkbox formControlName="agree">I agree to the privacy notice</mat-checkbox></p>
  <mat-form-field><mat-label>Why us?</mat-label><textarea matInput formControlName="why"></textarea></mat-form-field>
  <button>Submit application</button></form>`;

Reflect.defineProperty(Form, "ctorParameters", { value: () => [{ type: ChangeDetectorRef }] });
Component({
  selector: "#root",
  imports: [
    ReactiveFormsModule,
    MatAutocompleteModule,
    MatButtonToggleModule,
    MatCheckboxModule,
    MatChipsModule,
    MatDatepickerModule,
    MatFormFieldModule,
    MatInputModule,
    MatListModule,
    MatRadioModule,
    MatSelectModule,
    MatSliderModule,
    MatSlideToggleModule,
    MatTimepickerModule,
  ],
  template,
})(Form);
const providers = [provideNativeDateAdapter(), provideNoopAnimations()];
bootstrapApplication(Form, { providers }).catch((error) => console.error(error));
